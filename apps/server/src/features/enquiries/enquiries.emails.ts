import { COUNTRIES } from '@arcadia/contract/enquiries'
import { facts, greet, letter } from '../../mail/letter.ts'
import { oneLine } from '../../mail/mail-delivery.rules.ts'
import type { MailRenderers } from '../../mail/mail-renderers.ts'
import { getEnquiry } from './enquiries.store.ts'

export interface EnquiryMails {
  'enquiry-received': { enquiryId: number }
  'enquiry-acknowledged': { enquiryId: number }
}

const countryNames = new Map<string, string>(COUNTRIES)

export const enquiryEmails: MailRenderers<EnquiryMails> = {
  async 'enquiry-received'({ enquiryId }, context) {
    const enquiry = await getEnquiry(context.tx, enquiryId)
    const name = oneLine(enquiry.fullName)
    return {
      subject: `Enquiry from ${name}`,
      replyTo: enquiry.email,
      text: letter(
        context,
        `${name} sent an enquiry.`,
        facts({
          Email: enquiry.email,
          Phone: oneLine(enquiry.phone),
          Country: countryNames.get(enquiry.country) ?? enquiry.country,
        }),
        enquiry.message ?? 'No message was left.',
        `An answer to this mail goes to ${name}. All enquiries: ${context.publicUrl}/admin`,
      ),
    }
  },

  async 'enquiry-acknowledged'({ enquiryId }, context) {
    const enquiry = await getEnquiry(context.tx, enquiryId)
    return {
      subject: 'We have your enquiry',
      text: letter(
        context,
        greet(enquiry.firstName),
        'Your enquiry has reached us. The guide reads it and writes back to this address.',
        `In a hurry? Call ${context.business.phone}. Open dates are at ${context.publicUrl}.`,
        'If you did not write to us, ignore this mail.',
      ),
    }
  },
}
