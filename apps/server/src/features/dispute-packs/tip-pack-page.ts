import { formatCents } from '@arcadia/contract/money'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { charges, introOf, mails, OUTCOMES, refunds, when } from './dispute-pack-page.ts'
import type { TipPack } from './dispute-packs.service.ts'
import { type Cell, factList, page, section } from './evidence-page.ts'

/** The pack of a tip: by whom, for whom, where and when, and what was told. Nothing of the trip's money, which is somebody else's. */
export function tipPackPage(pack: TipPack): string {
  return page({
    title: `Dispute pack, tip ${pack.tip.id}`,
    intro: introOf(pack),
    sections: [
      section('Tip', factList(tipFacts(pack))),
      section('Who tipped', factList(payerFacts(pack))),
      section('Card payment', charges(pack.charges, pack.networks)),
      section('Refunds', refunds(pack.refunds)),
      section('Emails', mails(pack.mails)),
    ],
  })
}

function tipFacts({ tip, trip, charges: [charge], letterhead }: TipPack): [string, Cell][] {
  const amount = formatCents(charge!.amount)
  return [
    ['Amount', `${amount} USD`],
    ['Paid', when(charge!.startedAt)],
    ['For', tip.guide ? `${tip.guide}, who guided the trip` : 'The guide of the trip'],
    ['Trip', formatFullDate(trip.selectedDate)],
    ['Confirmation number of the trip', trip.confirmationNumber],
    ['What became of the trip', trip.outcome && OUTCOMES[trip.outcome]],
    [
      'How it was paid',
      `On ${letterhead.publicUrl}, on the page for tips, which opens by a link or code that only the group has, with a button that said “Tip ${amount} USD”.`,
    ],
    ['What the page said', 'A tip is apart from the price of the trip, and always up to whoever pays it.'],
  ]
}

const payerFacts = ({ tip }: TipPack): [string, Cell][] => [
  ['Name, as typed', tip.payer],
  ['Email, as typed', tip.email],
]
