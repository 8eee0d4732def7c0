// A free port that stays ours: the system gives it to nobody else while it is bound here. As nobody listens on it here, a server that is told
// its number may, again and again. Node binds no port without listening on it, so Python does.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const kKeep = `
import socket, sys
kept = socket.socket()
kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
kept.bind(("127.0.0.1", 0))
print(kept.getsockname()[1], flush=True)
sys.stdin.read()
`;

export class KeptPort {
  private constructor(
    private readonly keeper: ChildProcess, // until its input ends, which it also does with this process
    readonly number: number,
  ) {}

  static async take(): Promise<KeptPort> {
    const keeper = spawn('python3', ['-c', kKeep], { stdio: ['pipe', 'pipe', 'inherit'] });
    const number = await new Promise<number>((resolve, reject) => {
      keeper.stdout.once('data', (said) => resolve(Number(said)));
      keeper.on('error', (error) => reject(new Error(`python3, which keeps a port for a test, does not start: ${error.message}`)));
      keeper.on('exit', (status) => reject(new Error(`python3 found no port to keep for a test: it ended with status ${status}`)));
    });
    return new KeptPort(keeper, number);
  }

  async release(): Promise<void> {
    if (this.keeper.exitCode !== null || this.keeper.signalCode !== null) return;
    const ended = once(this.keeper, 'exit');
    this.keeper.stdin!.end();
    await ended;
  }
}
