import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { useUpLinks } from './account-links.store.ts'
import { SIGN_UP_AGAIN_MS } from './accounts.rules.ts'
import { changeUser, findUser, refuseTakenEmail } from './accounts.store.ts'

/**
 * Gives an account that nobody confirmed another address, for the sign-in that made it: whoever mistyped the address can
 * neither confirm it nor set a password from there, and nobody else has a part in the account yet. Links that went to the old
 * address stop working. Needs the account's lock. False when `from` is not the account's address.
 * @throws AppError `email-not-correctable`, `email-taken`
 */
export async function correctAddress(
  tx: Db,
  now: Date,
  { id, tokenHash }: SignedIn,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const user = await findUser(tx, id)
  if (user?.email.toLowerCase() !== from.toLowerCase()) return false
  const session = await tx
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  // Whoever made it may have signed in twice: the first answer got lost.
  const isMaker = session && session.created_at.getTime() <= user.created_at.getTime() + SIGN_UP_AGAIN_MS
  if (!isMaker || user.email_confirmed_at) throw new AppError('email-not-correctable')
  await refuseTakenEmail(tx, id, to)
  await changeUser(tx, now, id, { email: to, pending_email: null })
  await useUpLinks(tx, now, id, 'RESET_PASSWORD')
  const kind = user.password_hash ? 'confirm-email' : 'newcomer'
  await enqueueMail(tx, now, { kind, to, params: { userId: id } })
  return true
}
