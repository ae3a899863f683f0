import { addresses, portal } from '@arcadia/contract/addresses'
import { COUNTRIES } from '@arcadia/contract/enquiries'
import { answerTime } from '@arcadia/contract/site/business-words'
import { action, answersGoTo, callOrText, facts, letter, nameInMail, note } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { getEnquiryById } from './enquiries.store.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    'enquiry-received': { enquiryId: number }
    'enquiry-acknowledged': { enquiryId: number }
  }
}

const countryNames = new Map<string, string>(COUNTRIES)

export const enquiryEmails: Emails = {
  async 'enquiry-received'({ enquiryId }, context) {
    const enquiry = await getEnquiryById(context.tx, enquiryId)
    const name = nameInMail(enquiry.firstName, enquiry.lastName) || enquiry.email
    return {
      ...letter(
        context,
        { subject: `Enquiry from ${name}`, headline: name },
        facts({
          Email: enquiry.email,
          Phone: callOrText(enquiry.phone),
          Country: countryNames.get(enquiry.country) ?? enquiry.country,
        }),
        enquiry.message === null ? 'No message was left.' : { lead: 'Their message:', quote: enquiry.message },
        `Reply to this email to answer ${name}.`,
        action('Open the enquiry', portal.enquiries.href({ id: enquiryId })),
      ),
      ...answersGoTo(enquiry.email),
    }
  },

  async 'enquiry-acknowledged'({ enquiryId }, context) {
    const enquiry = await getEnquiryById(context.tx, enquiryId)
    return letter(
      context,
      { subject: 'We got your enquiry', headline: 'Thanks for writing', name: enquiry.firstName },
      ["We'll email you back.", answerTime(context.business)].filter(Boolean).join(' '),
      action('See the open dates', addresses.season.href()),
      note("If you didn't write to us, ignore this email."),
    )
  },
}
