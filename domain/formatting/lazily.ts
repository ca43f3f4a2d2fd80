/** Creates values when they are first needed, such as Intl formats, which take a moment each on a slow phone. */

/** Returns a function that creates a value at its first call and returns the same afterwards. */
export function lazily<Made>(make: () => Made): () => Made {
  let kept: { made: Made } | undefined;
  return () => (kept ??= { made: make() }).made;
}
