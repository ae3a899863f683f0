import type { TripDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { ALL, type Announcements } from '../../database/announcements.ts'
import { commitsSoFar } from '../../database/transaction.ts'
import type { AppError } from '../../http/app-error.ts'

/** How long a 'full' answer is cached, in case the notification of a free spot is lost. */
const REFUSED_FROM_MEMORY_MS = 100
/** After this time one request refreshes the cache, so a crowd doesn't hit the database when it expires. */
const ASKED_AGAIN_AFTER_MS = 50

export type WhyNot = (guests: number) => AppError | undefined

/** Days that were just full. This only refuses; spots are never sold from it. */
export type RefusedDays = ReturnType<typeof createRefusedDays>

interface Refused {
  at: number
  commits: number
  isAskedAgain: boolean
  customers: Set<number>
  whyNot: WhyNot
}

export function createRefusedDays({
  clock,
  announcements,
}: Pick<Base, 'clock'> & { announcements: Pick<Announcements, 'on'> }) {
  const refused = new Map<TripDate, Refused>()
  announcements.on('availability', (day) => (day === ALL ? refused.clear() : refused.delete(day)))

  return {
    /** @throws AppError `not-enough-spots` if nothing can have changed since that was the answer */
    refuse(customer: number, day: TripDate, guests: number): void {
      const last = refused.get(day)
      if (!last || last.customers.has(customer) || last.commits !== commitsSoFar().besidesHolds) return
      const age = Math.abs(clock.now().getTime() - last.at)
      if (age >= REFUSED_FROM_MEMORY_MS) return
      if (age >= ASKED_AGAIN_AFTER_MS && !last.isAskedAgain) {
        last.isAskedAgain = true
        return
      }
      const refusal = last.whyNot(guests)
      if (refusal?.code === 'not-enough-spots') throw refusal
    },

    /** Keeps a refusal for everybody but the `customers` who claim spots on that day. */
    keep(day: TripDate, now: Date, customers: Set<number>, whyNot: WhyNot): void {
      const { besidesHolds: commits } = commitsSoFar()
      refused.set(day, { at: now.getTime(), commits, isAskedAgain: false, customers, whyNot: once(whyNot) })
    },

    forget(days: readonly TripDate[]): void {
      for (const day of days) refused.delete(day)
    },
  }
}

/** Memoized per group size, because formatting the message is the slowest part. */
function once(whyNot: WhyNot): WhyNot {
  const known = new Map<number, ReturnType<WhyNot>>()
  return (guests) => {
    if (!known.has(guests)) known.set(guests, whyNot(guests))
    return known.get(guests)
  }
}
