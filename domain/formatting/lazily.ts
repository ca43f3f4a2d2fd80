/** Makes things when they are first needed: formats of the language, say, which take a slow phone a moment each. */

/** Returns a function that makes a thing at its first call and answers that one ever after. */
export function lazily<Made>(make: () => Made): () => Made {
  let kept: { made: Made } | undefined;
  return () => (kept ??= { made: make() }).made;
}
