import { seededRandom } from './random.ts'

/**
 * Some rules are proved with many generated cases. `npm run prove` (PROVE=1) runs them all; `npm test` runs a few, different
 * ones each time. A run prints its TEST_SEED; set it to repeat the same cases.
 */
const provesAll = process.env.PROVE === '1'

export const TEST_SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)

/** Picks the value for proofs or for ordinary test runs. */
export const inProof = <T>(all: T, otherwise: T): T => (provesAll ? all : otherwise)

/** All cases in a proof, otherwise one random case of each kind. */
export function ofEachKind<T>(kinds: readonly (readonly T[])[]): T[] {
  const { pick } = seededRandom(TEST_SEED)
  return provesAll ? kinds.flat() : kinds.map(pick)
}
