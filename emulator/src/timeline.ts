/** Things that hands, cables and power supplies will do, by simulated time in nanoseconds. */
export class Timeline {
  private readonly entries: { at: number; action: () => void }[] = [];

  get nextAt(): number {
    return this.entries[0]?.at ?? Infinity;
  }

  /** Adds an entry; those of one instant happen in the order they were added. */
  add(at: number, action: () => void): void {
    let place = this.entries.length;
    while (place > 0 && this.entries[place - 1]!.at > at) place--;
    this.entries.splice(place, 0, { at, action });
  }

  runDue(now: number): void {
    while (this.entries.length > 0 && this.entries[0]!.at <= now) this.entries.shift()!.action();
  }
}
