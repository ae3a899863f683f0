import type { AccountMails } from '../features/accounts/accounts.emails.ts'
import type { BookingQueryMails } from '../features/booking-queries/booking-queries.emails.ts'
import type { BookingMails } from '../features/bookings/bookings.emails.ts'
import type { DayMoveMails } from '../features/day-moves/day-moves.emails.ts'
import type { EnquiryMails } from '../features/enquiries/enquiries.emails.ts'
import type { ManualPaymentMails } from '../features/manual-payments/manual-payments.emails.ts'
import type { MerchantMails } from '../features/merchant/merchant.emails.ts'
import type { PaymentMails } from '../features/payments/payments.emails.ts'
import type { RefundMails } from '../features/refunds/refunds.emails.ts'
import type { WaitlistMails } from '../features/waitlist/waitlist.emails.ts'

/** Every kind of mail and the params it is made of, as its feature describes it. */
export interface MailKinds
  extends AccountMails,
    BookingMails,
    BookingQueryMails,
    DayMoveMails,
    EnquiryMails,
    ManualPaymentMails,
    MerchantMails,
    PaymentMails,
    RefundMails,
    WaitlistMails {}

export type MailKind = keyof MailKinds
