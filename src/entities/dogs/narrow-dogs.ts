/** What a search found last, while the next one is under way. */
import { matchesWords, searchWords } from "@domain/text/text";

type Found = { name: string; callName: string | null; breed: string; registrationNumber: string | null };

/** Narrows the dogs that were found last to what is typed now, so that nothing else can be chosen meanwhile. */
export function narrowDogs<Dog extends Found>(dogs: readonly Dog[], typed: string): Dog[] {
  const words = searchWords(typed);
  return dogs.filter(({ name, callName, breed, registrationNumber }) =>
    matchesWords(words, [name, callName, breed, registrationNumber]),
  );
}
