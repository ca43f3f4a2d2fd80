/**
 * Creates values when they are first needed, such as Intl formats, each of which takes noticeable time on a slow
 * phone.
 */

/** Returns a function that creates a value at its first call and returns the same value afterwards. */
export function lazily<Made>(make: () => Made): () => Made {
  let kept: { made: Made } | undefined;
  return () => (kept ??= { made: make() }).made;
}
