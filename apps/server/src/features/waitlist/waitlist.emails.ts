import { addresses } from '@arcadia/contract/addresses'
import { formatUntil } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { anglers } from '@arcadia/contract/riders'
import { tripStarts } from '@arcadia/contract/site/business-words'
import { capitalized, numberWord } from '@arcadia/contract/site/number-words'
import { hourInWords } from '@arcadia/contract/site/wording'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { action, facts, letter } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    'waitlist-offer': { entryId: number }
  }
}

export const waitlistEmails: Emails = {
  async 'waitlist-offer'({ entryId }, context) {
    const offer = await context.tx
      .selectFrom('holds as h')
      .innerJoin('users as u', 'u.id', 'h.user_id')
      .select([
        'h.trip_date',
        'h.number_of_guests',
        'h.deposit_per_guest_cents as deposit',
        'h.expires_at',
        'h.consumed_at',
        'h.released_at',
        'u.first_name',
      ])
      .where('h.waitlist_entry_id', '=', entryId)
      .executeTakeFirst()
    // The offer was taken or expired before the email went out.
    if (!offer || offer.consumed_at || offer.released_at || offer.expires_at <= context.now) return null
    // Overnight it ends on another day than the email is read.
    const until = formatUntil(offer.expires_at)
    const isOne = offer.number_of_guests === 1
    return letter(
      context,
      {
        subject: `${isOne ? 'A spot' : `${capitalized(numberWord(offer.number_of_guests))} spots`} opened up: ${formatDayInWords(offer.trip_date)}`,
        headline: "It's your turn",
        name: offer.first_name,
        day: { date: offer.trip_date, lines: [`Held until ${until}`] },
      },
      `${isOne ? 'This spot is' : 'These spots are'} yours until then. Pay the deposit to book ${isOne ? 'it' : 'them'}.`,
      action(isOne ? 'Book this spot' : 'Book these spots', addresses.bookings.offer.href({ entryId })),
      facts({
        Time: hourInWords(tripStarts(context.business)),
        Group: anglers(offer.number_of_guests),
        Deposit: formatCents(offer.number_of_guests * offer.deposit),
      }),
      `If you do nothing, others can book ${isOne ? 'it' : 'them'}.`,
    )
  },
}
