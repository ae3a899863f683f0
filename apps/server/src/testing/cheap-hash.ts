import { hash } from '@node-rs/argon2'

const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** A password as the accounts keep it, at next to no cost: that a real one is dear is tested beside `hashPassword`. */
export const cheapHash = (password: string): Promise<string> => hash(password, cost)
