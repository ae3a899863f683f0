import { addresses, portal } from '@arcadia/contract/addresses'
import { LIVE_STEPS, type LiveLine } from '@arcadia/contract/admin/opening'
import { formatCents } from '@arcadia/contract/money'
import { inSentence } from '../../checks/checks.ts'
import { type Conformance, describeConformance } from '../provider/conformance-record.ts'
import { type Looked, lineOf, SEND_ON, type Seen } from './opening.rules.ts'

export interface SeenLive extends Seen {
  publicUrl: string
  /** The owner reads this at `publicUrl`. */
  isReadThere: boolean
  redirectUri: string
  /** What QuickBooks said to the app's keys; it is asked while nothing is connected. */
  keys: Looked | undefined
  conformance: Conformance | undefined
}

type Line = Pick<LiveLine, 'title' | 'says' | 'isSeen'> & Partial<Omit<LiveLine, 'step'>>

/** Lines of the server that have a name of their own here. */
const OWN = ['redirect-address', 'site', 'backup', 'lost-server']

const LINES: Record<LiveLine['step'], (seen: SeenLive) => Line> = {
  CARDS(seen) {
    const line = lineOf('CARDS', seen)
    return {
      ...line,
      title: 'The merchant account',
      says:
        seen.cards === 'production'
          ? line.says
          : 'Test cards only, so no card is charged. You need QuickBooks Online with QuickBooks Payments: apply at quickbooks.intuit.com/payments, and Intuit answers within days. Then whoever installed the site turns on real cards.',
      at: null,
    }
  },
  KEYS: ({ cards, realm, keys }) => ({
    title: 'The keys of your app',
    isSeen: cards === 'production' && (realm !== undefined || keys?.problems.length === 0),
    says:
      cards !== 'production'
        ? 'Make an app at developer.intuit.com, with the account of your company, and answer its questions. Give its production keys to whoever installed the site.'
        : realm !== undefined
          ? 'QuickBooks takes them.'
          : keys?.problems.length
            ? SEND_ON
            : 'QuickBooks knows them.',
    problems: keys?.problems ?? [],
  }),
  REDIRECT({ cards, realm, redirectUri, ...seen }) {
    const problems = ofServer(seen, 'redirect-address')
    const isSeen = cards === 'production' && realm !== undefined && problems.length === 0
    return {
      title: 'The redirect address',
      isSeen,
      says: isSeen ? `QuickBooks sends you back to ${redirectUri}` : 'Register exactly this for your app at Intuit:',
      problems,
      copies: isSeen ? null : redirectUri,
    }
  },
  HTTPS({ publicUrl, isReadThere, ...seen }) {
    const problems = ofServer(seen, 'site')
    const isHttps = publicUrl.startsWith('https:')
    return {
      title: 'https',
      isSeen: isHttps && isReadThere && problems.length === 0,
      says: !isHttps
        ? `The site is at ${publicUrl}. Whoever installed it gives it a domain with https.`
        : isReadThere
          ? `You read this at ${publicUrl}.`
          : `Open the portal at ${publicUrl}, so that this can be seen.`,
      problems,
    }
  },
  SANDBOX({ conformance }) {
    const isSeen = conformance !== undefined && conformance.seen === conformance.facts
    const met = conformance && describeConformance(conformance)
    return {
      title: 'A rehearsal with QuickBooks',
      isSeen,
      says: !met
        ? 'This program has not met QuickBooks yet. Ask whoever installed the site to rehearse it with the sandbox.'
        : isSeen
          ? met
          : `${met} Don't take real cards until somebody has looked at the others.`,
    }
  },
  EMAIL: (seen) => lineOf('EMAIL', seen),
  PRICES(seen) {
    const line = lineOf('PRICES', seen)
    return {
      ...line,
      title: 'Prices and terms',
      says: `${line.says} Guests agree to the terms at ${seen.publicUrl}${addresses.terms.href()}.`,
    }
  },
  SECOND_STEP: ({ hasSecondStep }) => ({
    title: 'Two-step sign-in',
    isSeen: hasSecondStep,
    says: hasSecondStep
      ? 'Your account has it, or a passkey.'
      : 'Your password alone opens refunds and the bank account. Add a passkey, or a code.',
    ...(!hasSecondStep && { action: { does: 'SECOND_STEP', label: 'Set it up', asks: null } }),
  }),
  BACKUP(seen) {
    const { about = '' } = seen.server?.find(({ name }) => name === 'backup') ?? {}
    const [first, ...others] = [...ofServer(seen, 'backup'), ...ofServer(seen, 'lost-server')]
    return {
      title: 'A backup',
      isSeen: about !== '' && first === undefined,
      says: about
        ? (first ?? inSentence(about.replace('backup: ', '')))
        : 'One is made each night. We check it when cards are real.',
      problems: others,
      at: { label: 'Backups', to: portal.configuration.backups.href() },
    }
  },
  SERVER(seen) {
    const line = lineOf('SERVER', { ...seen, server: (seen.server ?? []).filter(({ name }) => !OWN.includes(name)) })
    return line.isSeen ? { ...line, says: 'Its settings and its disk are fine.' } : line
  },
  TEST_BOOKING(seen) {
    const { cards, tested, testBooking } = seen
    // What guests paid proves nothing of giving money back.
    const line = lineOf('TEST_BOOKING', { ...seen, hasBookings: false })
    const title = 'The first real dollar'
    if (cards !== 'production')
      return { title, isSeen: false, says: 'With real cards, you book a test day for $1.00 and get it back.' }
    if (testBooking || !tested) return { ...line, title }
    const how = tested.wentBack === 'CANCELED' ? 'canceled before it settled' : 'refunded'
    return { title, isSeen: true, says: `${formatCents(tested.cents)} was charged to your card, and ${how}.` }
  },
}

const ofServer = ({ server }: Pick<Seen, 'server'>, check: string) =>
  (server ?? []).filter(({ name }) => name === check).flatMap(({ problems }) => problems)

/** What is to be ready before real cards are taken, from what was seen (docs/rules.md §3.38). */
export function goingLiveOf(seen: SeenLive): LiveLine[] {
  return LIVE_STEPS.filter((step) => step !== 'SERVER' || seen.server).map((step) => {
    const { title, says, isSeen, problems = [], action = null, at = null, copies = null } = LINES[step](seen)
    return { step, title, says, isSeen, problems, action, at, copies }
  })
}
