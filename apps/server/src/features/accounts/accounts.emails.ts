import { addresses } from '@arcadia/contract/addresses'
import { formatFullDate, formatMoment, type TripDate } from '@arcadia/contract/trip-date'
import { makeLink } from '../../http/links.ts'
import { action, facts, letter, maskedAddress, note, plainLine } from '../../mail/letter.ts'
import type { Emails, MailContext } from '../../mail/mail-renderers.ts'
import { CONFIRM_LINK_MS, RESET_LINK_MS, SIGN_IN_LINK_MS, WELCOME_LINK_MS } from './accounts.rules.ts'
import { findUser } from './accounts.writes.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    'confirm-email': { userId: number; corrected?: CorrectedBy }
    /** To the old address; the new one gets `confirm-email`. */
    'email-change-asked': { userId: number }
    'reset-password': { userId: number }
    /** To a customer whose account the owner created. */
    'account-made': { userId: number }
    /** To a customer who signed up without a password, to book. */
    newcomer: { userId: number; corrected?: CorrectedBy }
    /** Leads back to the date being booked or, with `tripId`, to the page of a trip. */
    'sign-in-link': { userId: number; selectedDate: TripDate | null; tripId?: number | null }
    /** After a password took the place of another: when, and on what device (`an iPhone`); null on the server itself. */
    'password-changed': { userId: number; at: string; device: string | null }
    /** The name is kept here because the closed account no longer has it. */
    'account-closed': { firstName: string | null }
  }
}

/** Who replaced the address that the bookings of an unconfirmed account were made with. */
type CorrectedBy = 'guest' | 'staff'

/** Why an address gets an email of an account that began with another one. */
const whyHere = (by: CorrectedBy) =>
  by === 'guest'
    ? 'You gave us this address in place of the one you booked with.'
    : 'We corrected the email address of your booking to this one.'

const notYours = ({ publicUrl }: MailContext, corrected: CorrectedBy | undefined, did: string) =>
  note(`If you didn't ${corrected ? 'book' : did} at ${publicUrl}, ignore this email.`)

/** Tokens stand after `#`: browsers send that part to no server, so it reaches no log (docs/rules.md §7.7). */
export const accountEmails: Emails = {
  async 'confirm-email'({ userId, corrected }, context) {
    const { tx, now, to } = context
    const user = await findUser(tx, userId)
    const isNew = user?.pending_email === to
    // The address has since been changed or confirmed.
    if (!user?.is_active || !(isNew || (user.email === to && !user.email_confirmed_at))) return null
    const link = await makeLink(tx, now, { userId, email: to, purpose: 'CONFIRM_EMAIL', lifetimeMs: CONFIRM_LINK_MS })
    return letter(
      context,
      { subject: 'Please confirm your email address', headline: 'One tap to confirm', name: user.first_name },
      isNew
        ? 'You asked us to use this address from now on.'
        : corrected
          ? whyHere(corrected)
          : 'You signed up with this address.',
      action('Confirm my email', addresses.confirmEmail.href(link)),
      isNew
        ? "The link works for 7 days. Until you click it, we'll keep using your old address."
        : "The link works for 7 days. You don't have to wait for it to book, and your booking confirmation goes to this address.",
      isNew ? note("If you didn't ask for this, ignore this email.") : notYours(context, corrected, 'sign up'),
    )
  },

  /** Masks the new address: the old one may be a stranger's, mistyped at sign-up. */
  async 'email-change-asked'({ userId }, context) {
    const user = await findUser(context.tx, userId)
    if (!user?.is_active || user.email !== context.to) return null
    const asked = user.pending_email === null ? 'another one' : maskedAddress(user.pending_email)
    if (!user.password_hash)
      return letter(
        context,
        { subject: 'Your email address is about to change', headline: 'A new address for your emails', name: null },
        `Someone gave us this address, then changed it to ${asked}. Once that address is confirmed, our emails to them go there and no longer here.`,
        "If that wasn't you, there's nothing to do.",
      )
    return letter(
      context,
      { subject: 'Your email address is about to change', headline: 'Please check this change', name: user.first_name },
      `Someone who knows your password asked us to use ${asked} for your account. Until that address is confirmed, we'll keep using this one.`,
      "If that was you, you're all set.",
      "If it wasn't, set a new password right away. That stops the change and signs everyone out.",
      action('Set a new password', addresses.forgotPassword.href()),
    )
  },

  async 'reset-password'({ userId }, context) {
    const { tx, now, to } = context
    const user = await findUser(tx, userId)
    if (!user?.is_active || user.email !== to) return null
    const link = await makeLink(tx, now, { userId, email: to, purpose: 'RESET_PASSWORD', lifetimeMs: RESET_LINK_MS })
    if (user.password_hash === null)
      return letter(
        context,
        { subject: 'Set a password', headline: 'One step left', name: user.first_name },
        "Here's your link to set a password.",
        action('Set a password', addresses.resetPassword.href(link)),
        'The link works once, within the next hour. It signs you in, and signs you out everywhere else.',
        note("If you didn't ask for this, ignore this email. Nobody can sign in without the link."),
      )
    return letter(
      context,
      { subject: 'Set a new password', headline: "Here's your link", name: user.first_name },
      // A stranger's username that is a web address is left out: signing in takes the email address too.
      `Someone asked to reset the password for your account${plainLine(user.username) === user.username ? `, ${user.username}` : ''}.`,
      action('Set a new password', addresses.resetPassword.href(link)),
      'The link works once, within the next hour. Setting a new password signs you out everywhere else.',
      note("If that wasn't you, ignore this email. Your password stays the same."),
    )
  },

  async 'account-made'({ userId }, context) {
    const { tx, now, to } = context
    const user = await findUser(tx, userId)
    // The person at this address already has a password, or can set one.
    if (!user?.is_active || user.email_confirmed_at || user.email !== to) return null
    const link = await makeLink(tx, now, { userId, email: to, purpose: 'RESET_PASSWORD', lifetimeMs: WELCOME_LINK_MS })
    return letter(
      context,
      { subject: 'Set a password for your account', headline: 'Welcome', name: user.first_name },
      `We booked a trip for you. You can pay, change the date, or ask us a question in your account. Your username is ${user.username}. Set a password to sign in.`,
      action('Set a password', addresses.resetPassword.href(link)),
      'The link works once, within the next 7 days. After that, choose "Forgot your password?" where you sign in.',
      note("If you didn't book with us, ignore this email."),
    )
  },

  async newcomer({ userId, corrected }, context) {
    const { tx, now, to } = context
    const user = await findUser(tx, userId)
    if (!user?.is_active || user.password_hash || user.email_confirmed_at || user.email !== to) return null
    const link = await makeLink(tx, now, { userId, email: to, purpose: 'RESET_PASSWORD', lifetimeMs: WELCOME_LINK_MS })
    return letter(
      context,
      { subject: 'Your account is ready', headline: 'Welcome', name: user.first_name },
      [
        corrected && whyHere(corrected),
        'Your trips, balance, and messages are in your account. Set a password, and you can open it on any phone or computer.',
      ]
        .filter(Boolean)
        .join(' '),
      action('Set a password', addresses.resetPassword.href(link)),
      'The link works once, within the next 7 days. No password? You can always ask for a sign-in link instead.',
      notYours(context, corrected, 'give us this address'),
    )
  },

  async 'sign-in-link'({ userId, selectedDate, tripId }, context) {
    const { tx, now, to } = context
    const user = await findUser(tx, userId)
    if (!user?.is_active || user.role !== 'USER' || user.email !== to) return null
    const link = await makeLink(tx, now, {
      userId,
      email: to,
      purpose: 'SIGN_IN',
      lifetimeMs: SIGN_IN_LINK_MS,
      selectedDate,
      tripId,
    })
    return letter(
      context,
      { subject: 'Your sign-in link', headline: 'Welcome back', name: user.first_name },
      selectedDate
        ? `This link signs you in and brings you back to booking ${formatFullDate(selectedDate)}.`
        : `This link signs you in${tripId ? ' and brings you back to your trip' : ''}. No password needed.`,
      action(
        'Sign in',
        tripId ? addresses.signIn.toTrip.href({ ...link, bookingId: tripId }) : addresses.signIn.href(link),
      ),
      'The link works once, within the next 15 minutes.',
      !user.email_confirmed_at &&
        user.password_hash !== null &&
        "You haven't confirmed this address yet, so signing in with this link removes the password that was chosen at sign-up. You can set a new one in your account.",
      note("If you didn't ask for this, ignore this email. Nobody can sign in without the link."),
    )
  },

  async 'password-changed'({ userId, at, device }, context) {
    const user = await findUser(context.tx, userId)
    if (!user?.is_active || user.email !== context.to) return null
    return letter(
      context,
      { subject: 'Your password was changed', headline: 'A new password', name: user.first_name },
      'Your account has a new password, and is signed out everywhere else.',
      "If that was you, you're all set. If it wasn't, set a new password right away.",
      action('Set a new password', addresses.forgotPassword.href()),
      facts({ When: formatMoment(new Date(at)), Device: device?.replace(/^an? /, '') ?? null }),
    )
  },

  async 'account-closed'({ firstName }, context) {
    return letter(
      context,
      { subject: 'Your account is closed', headline: 'Goodbye', name: firstName, asks: "Wasn't this you?" },
      'Nobody can sign in to your account anymore.',
      'Trips you booked stay booked. Bookings keep your name and email address for 24 months after the trip, in case of a dispute. Then we erase them.',
    )
  },
}
