/** Helpers of the component tests. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type DefaultFunctionArgs } from "convex/server";
import type { Runtime } from "../support/runtime";

/** Calls the functions of a runtime by their paths. */
export class Caller {
  private readonly client: ConvexHttpClient;

  constructor(runtime: Runtime) {
    this.client = new ConvexHttpClient(runtime.origin, { skipConvexDeploymentUrlCheck: true });
  }

  query<T>(path: string, args: DefaultFunctionArgs = {}): Promise<T> {
    return this.client.query(makeFunctionReference<"query", DefaultFunctionArgs, T>(path), args);
  }

  mutation<T>(path: string, args: DefaultFunctionArgs = {}): Promise<T> {
    return this.client.mutation(makeFunctionReference<"mutation", DefaultFunctionArgs, T>(path), args);
  }

  action<T>(path: string, args: DefaultFunctionArgs = {}): Promise<T> {
    return this.client.action(makeFunctionReference<"action", DefaultFunctionArgs, T>(path), args);
  }
}

/** Throws with the last result if it is never as expected. */
export async function eventually<T>(
  ask: () => Promise<T>,
  isRight: (answer: T) => boolean,
  timeoutMs = 20_000,
): Promise<T> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (Date.now() > giveUpAt) throw new Error(`Still ${JSON.stringify(answer)} after ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
