/** Finds circles of parents in a pedigree. */

/** Returns the dogs of each circle. `parentsOf` returns a dog's parents after the import. */
export function findCycles(
  starts: Iterable<string>,
  parentsOf: (dog: string) => readonly string[],
): string[][] {
  const circles: string[][] = [];
  const finished = new Set<string>();
  for (const start of starts) {
    const path = new Set<string>();
    const stack = [start];
    for (let dog = stack.at(-1); dog !== undefined; dog = stack.at(-1)) {
      if (finished.has(dog) || path.has(dog)) {
        path.delete(dog);
        finished.add(dog);
        stack.pop();
        continue;
      }
      path.add(dog);
      for (const parent of parentsOf(dog)) {
        if (path.has(parent)) circles.push([...path].slice([...path].indexOf(parent)));
        else if (!finished.has(parent)) stack.push(parent);
      }
    }
  }
  return circles;
}
