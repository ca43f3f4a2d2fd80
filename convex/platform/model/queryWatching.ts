/** Looks on while a query of the database is read, so that a row which was read once need not be read again. */

type Method = (...args: unknown[]) => unknown;

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === "object" && value !== null && "then" in value;

/** Tells of the rows in what a query answers: one, many, a page of them, or a step of going through them. */
function tell(answer: unknown, onRow: (row: object) => void): void {
  if (typeof answer !== "object" || answer === null) return;
  if (Array.isArray(answer)) for (const row of answer) tell(row, onRow);
  else if ("_id" in answer) onRow(answer);
  else if ("page" in answer && "isDone" in answer) tell(answer.page, onRow);
  else if ("done" in answer && "value" in answer) tell(answer.value, onRow);
}

/** Returns a query that reads as the given one does and tells of each row that it has read. */
export function watchRows<Query extends object>(query: Query, onRow: (row: object) => void): Query {
  return new Proxy(query, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        // The query's own methods, called as they expect to be.
        const answer = (value as Method).apply(target, args);
        if (isPromise(answer)) {
          return answer.then((found) => {
            tell(found, onRow);
            return found;
          });
        }
        return typeof answer === "object" && answer !== null ? watchRows(answer, onRow) : answer;
      };
    },
  });
}
