/**
 * Measures the memory of a running process from outside, through Node's inspector. The inspector can collect
 * garbage first, so that only memory in use is counted.
 */
import WebSocket from "ws";

export interface MemorySample {
  readonly rssMiB: number;
  /** JavaScript objects in use. */
  readonly heapMiB: number;
  /** Bytes of buffers in use. */
  readonly buffersMiB: number;
}

/** Start the process with this option. It writes the inspector's address to standard error. */
export const INSPECTED = "--inspect=127.0.0.1:0";
const MEBIBYTE = 1 << 20;

/** The inspector's own output is not an error of the process. */
export const withoutInspector = (errors: string): string =>
  errors
    .split("\n")
    .filter((line) => !/^(Debugger |For help, see: https:\/\/nodejs\.org)/.test(line))
    .join("\n")
    .trim();

export class ProcessMemory {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data: Buffer) => {
      const { id, result } = JSON.parse(data.toString()) as { id?: number; result?: unknown };
      if (id === undefined) return;
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  /** Reads the address from the process's standard error. */
  static async of(errors: string): Promise<ProcessMemory> {
    const address = /Debugger listening on (ws:\S+)/.exec(errors)?.[1];
    if (address === undefined) throw new Error("The process was started without its inspector");
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return new ProcessMemory(socket);
  }

  /** Collects garbage before measuring. */
  async sample(): Promise<MemorySample> {
    await this.#ask("HeapProfiler.collectGarbage", {});
    const { result } = (await this.#ask("Runtime.evaluate", {
      expression: "JSON.stringify(process.memoryUsage())",
    })) as { result: { value: string } };
    const usage = JSON.parse(result.value) as NodeJS.MemoryUsage;
    return {
      rssMiB: usage.rss / MEBIBYTE,
      heapMiB: usage.heapUsed / MEBIBYTE,
      buffersMiB: usage.arrayBuffers / MEBIBYTE,
    };
  }

  close = () => this.#socket.terminate();

  #ask(method: string, params: object): Promise<unknown> {
    const id = (this.#asked += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
