/** The emulated board's own time: a busy computer's clock says nothing about how long a button was held. */
export class BoardClock {
  /** Milliseconds that have passed for the board. */
  now = 0;
  private waiting: { readonly until: number; readonly resolve: () => void }[] = [];

  tick(now: number): void {
    this.now = now;
    const due = this.waiting.filter(({ until }) => until <= now);
    this.waiting = this.waiting.filter(({ until }) => until > now);
    for (const { resolve } of due) resolve();
  }

  /** Lets time pass for the board. */
  pass(ms: number): Promise<void> {
    return new Promise((resolve) => this.waiting.push({ until: this.now + ms, resolve }));
  }

  /** Another board's time begins at 0; whoever waited for the last one waits no more. */
  restart(): void {
    this.tick(Infinity);
    this.now = 0;
  }
}
