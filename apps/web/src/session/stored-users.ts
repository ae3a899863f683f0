import { User } from '@arcadia/contract/accounts'
import * as z from 'zod/mini'
import { adminSession, customerSession } from './session.tsx'

/** More characters than the texts of a user have together. */
const LONGEST = 5000

/** A user stored before positions existed has none. */
const isUser = (user: User) =>
  JSON.stringify(user).length < LONGEST && z.safeParse(User, { ...user, position: user.position ?? null }).success

/** Ends a session whose stored user is none by the contract. */
function endBroken() {
  for (const store of [customerSession, adminSession]) {
    const { session } = store.getState()
    if (session && !isUser(session.user)) store.signOut()
  }
}

// The first page checks texts only (session-store.ts). This comes with every part that shows more of a user, and on the site
// also with the reminder of a hold, which whoever is signed in loads.
window.addEventListener('storage', endBroken)
endBroken()
