/**
 * Assembles what follows every change of rows in its transaction, and is told of it by platform/model/changeRecorder.ts:
 * a kennel's packed pedigree follows its dogs. Counts follow by projections.ts.
 */
export { PedigreeFollower as DogFollower } from "./pedigree/model/pedigreeFollowing";
