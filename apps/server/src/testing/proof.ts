import { seededRandom } from './random.ts'

/**
 * Some promises are proved by many cases of a kind. `npm run prove` (PROVE=1) plays them all; `npm test` plays a few, others
 * each time: a run tells its TEST_SEED, and plays the same ones again when it is given that.
 */
const provesAll = process.env.PROVE === '1'

export const TEST_SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)

/** What is played in a proof, and what otherwise. */
export const inProof = <T>(all: T, otherwise: T): T => (provesAll ? all : otherwise)

/** Cases of each kind: all of them, or one of each. */
export function ofEachKind<T>(kinds: readonly (readonly T[])[]): T[] {
  const { pick } = seededRandom(TEST_SEED)
  return provesAll ? kinds.flat() : kinds.map(pick)
}
