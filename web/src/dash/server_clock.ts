// The server's clock, as this machine sees it. It stands still while the server is away: what is shown then is what was.
import type { Time } from './wire.ts';

export class ServerClock {
  private ahead = 0; // of the clock here, in milliseconds
  private stopped: number | null = null;

  /** What the server's clock says now. */
  set(at: Time): void {
    this.ahead = Date.parse(at) - Date.now();
  }

  get away(): boolean {
    return this.stopped !== null;
  }
  set away(away: boolean) {
    this.stopped = away ? this.now() : null;
  }

  now(): number {
    return this.stopped ?? Date.now() + this.ahead;
  }
}
