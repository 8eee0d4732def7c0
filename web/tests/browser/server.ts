// `banker serve` for a test: on a port that is its own to the end, with a journal of its own that is thrown away at the end.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeptPort } from './kept_port.ts';

export const kProgram = process.env['BANKER_PROGRAM'] ?? '';
if (!kProgram) throw new Error('BANKER_PROGRAM must name the program: tools/web.sh browser PROGRAM');

export class Server {
  origin = ''; // "http://127.0.0.1:45678"
  secret = ''; // a token that call() sends
  private process: ChildProcess | null = null;

  private constructor(
    readonly folder: string, // thrown away at the end
    readonly data: string,
    private readonly kept: KeptPort,
  ) {}

  /** With a new journal, or one that is there. */
  static async start(data?: string): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), 'banker-dash-'));
    const server = new Server(folder, data ?? join(folder, 'journal.db'), await KeptPort.take());
    await server.run();
    return server;
  }

  get port(): number {
    return this.kept.number;
  }

  /** After kill() or halt(): the same port, the same journal. */
  async restart(): Promise<void> {
    await this.run();
  }

  /** At once, without a chance to put anything in order. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** In order; restart() goes on. */
  async halt(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** And throws the journal away that was made for this. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
    await this.kept.release();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Makes a token. The server wants one within a second. */
  token(role: string): string {
    return execFileSync(kProgram, ['token', '--data', this.data, '--role', role], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  }

  async send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.origin}${path}`, {
      method,
      headers: this.secret ? { Authorization: `Bearer ${this.secret}` } : {},
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** What a 2xx says; anything else is an error. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  }

  get<T>(path: string): Promise<T> {
    return this.call<T>('GET', path);
  }

  post<T>(path: string, body?: unknown): Promise<T> {
    return this.call<T>('POST', path, body);
  }

  private async run(): Promise<void> {
    const child = spawn(kProgram, ['serve', '--data', this.data, '--port', String(this.kept.number), '--log-level', 'error'], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.process = child;
    let said = '';
    this.origin = await new Promise<string>((resolve, reject) => {
      child.stdout!.on('data', (piece) => {
        said += String(piece);
        const found = /http:\/\/[\d.]+:\d+/.exec(said);
        if (found) resolve(found[0]);
      });
      child.on('error', reject);
      child.on('exit', () => reject(new Error(`${kProgram} serve does not start: ${said}`)));
    });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    this.process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

/** Server-sent events until `enough` says so. */
export async function events(server: Server, path: string, enough: (kind: string, data: unknown) => boolean): Promise<void> {
  const response = await fetch(`${server.origin}${path}`, {
    headers: server.secret ? { Authorization: `Bearer ${server.secret}` } : {},
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const kind = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (kind && data && enough(kind, JSON.parse(data))) return; // which closes the stream
    }
  }
  throw new Error(`${path}: the stream ended`);
}
