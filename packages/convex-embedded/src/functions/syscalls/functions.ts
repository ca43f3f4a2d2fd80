/**
 * Calls from one function to another inside one transaction, function handles, and the caller's identity. If a
 * nested mutation throws, only its own writes are rolled back, and its error reaches the caller with a
 * ConvexError's data.
 */
import { EngineError } from "../../errors.js";
import { displayPath, functionHandle, pathOfAddress } from "../paths.js";
import { requireWrites, stringArg, type Syscall } from "./call.js";
import { withTransactionLimits } from "./transaction-limits.js";

const runUdf: Syscall = (call, args) => {
  const udfType = stringArg(args, "udfType", "runUdf");
  const path = pathOfAddress(args, call.component, call.services.functions);
  const nestedArgs = JSON.stringify([args["args"] ?? {}]);
  const limits = args["transactionLimits"];
  switch (udfType) {
    case "query":
      return withTransactionLimits(call, limits, () => call.runNested("query", path, nestedArgs));
    case "mutation": {
      const writes = requireWrites(call, "run mutations");
      return withTransactionLimits(call, limits, () =>
        writes.savepoint(() => call.runNested("mutation", path, nestedArgs)),
      );
    }
    case "snapshotQuery": {
      const tx = requireWrites(call, "run snapshot queries").asFound();
      return withTransactionLimits({ tx, writes: null }, limits, () =>
        call.runNested("query", path, nestedArgs, tx),
      );
    }
    default:
      throw new EngineError("InvalidArgument", `Invalid argument \`udfType\` for \`runUdf\`: ${udfType}`);
  }
};

const createFunctionHandle: Syscall = (call, args) => {
  if (typeof args["functionHandle"] === "string") return JSON.stringify(args["functionHandle"]);
  const path = pathOfAddress(args, call.component, call.services.functions);
  if (!Object.hasOwn(call.services.functions, path)) {
    throw new EngineError("FunctionNotFound", `Could not find function for '${displayPath(path)}'.`);
  }
  return JSON.stringify(functionHandle(path));
};

const getUserIdentity: Syscall = (call) => JSON.stringify(call.identity);

const signJwt: Syscall = (call, args) => {
  requireWrites(call, "sign tokens");
  const { tokens } = call.services;
  if (tokens === undefined) {
    throw new EngineError("NotSupported", "ctx.auth.signJwt() is not available in this runtime.");
  }
  const { claims, expiresInSeconds } = args;
  const { component, nowMs } = call;
  return JSON.stringify(tokens.sign({ claims, expiresInSeconds, component, nowMs }));
};

export const functionSyscalls: Readonly<Record<string, Syscall>> = {
  "1.0/runUdf": runUdf,
  "1.0/createFunctionHandle": createFunctionHandle,
  "1.0/getUserIdentity": getUserIdentity,
  "1.0/signJwt": signJwt,
};
