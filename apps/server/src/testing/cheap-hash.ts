import { hash } from '@node-rs/argon2'

const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** A valid password hash at minimal cost; the real cost is tested next to `hashPassword`. */
export const cheapHash = (password: string): Promise<string> => hash(password, cost)
