import { createListeners } from '../listeners.ts'

/** The server wants to know again who it is, before some calls (docs/rules.md §4.17): one question for all that wait. */
export interface Question {
  /** Whether it was answered; if not, the calls that wait have failed. */
  end: (isAnswered: boolean) => void
}

let open: (Question & { isAnswered: Promise<boolean> }) | null = null
/** The pages that ask: one, or none. */
let pages = 0
const changes = createListeners()

/** Whether the question was answered; false at once where no page asks it. */
export function askWhoItIs(): Promise<boolean> {
  if (pages === 0) return Promise.resolve(false)
  if (open) return open.isAnswered
  let end = (_: boolean) => {}
  const isAnswered = new Promise<boolean>((resolve) => {
    end = (isWell) => {
      open = null
      resolve(isWell)
      changes.tell()
    }
  })
  open = { isAnswered, end }
  changes.tell()
  return isAnswered
}

/** What `useSyncExternalStore` takes, in the page that asks. Leaving that page ends the question. */
export const questions = {
  subscribe(listener: () => void) {
    const unsubscribe = changes.subscribe(listener)
    pages += 1
    return () => {
      unsubscribe()
      pages -= 1
      if (pages === 0) open?.end(false)
    }
  },
  get: (): Question | null => open,
}
