/** Counts the operations in histories, to show that they tested something. */
import type { History } from "./history";

export class Totals {
  programs = 0;
  #mutations = 0;
  #resent = 0;
  #unanswered = 0;
  #transitions = 0;
  #results = 0;
  #lost = 0;
  #connections = 0;
  #asks = 0;

  add({ calls, frames, asks }: History): void {
    this.programs += 1;
    this.#mutations += calls.length;
    this.#resent += calls.filter(({ sendings }) => sendings > 1).length;
    this.#unanswered += calls.filter(({ answers }) => answers.length === 0).length;
    this.#asks += asks.length;
    for (const own of frames.values()) {
      this.#connections += new Set(own.map(({ connection }) => connection)).size;
      this.#lost += own.filter(({ isLost }) => isLost).length;
      for (const { message } of own) {
        if (message.type !== "Transition") continue;
        this.#transitions += 1;
        this.#results += message.modifications.length;
      }
    }
  }

  toString(): string {
    return (
      `${this.programs} programs: ${this.#mutations} mutations (${this.#resent} sent again, ` +
      `${this.#unanswered} never answered), ${this.#connections} connections, ${this.#transitions} Transitions ` +
      `with ${this.#results} results, ${this.#lost} messages lost, ${this.#asks} answers over HTTP`
    );
  }
}
