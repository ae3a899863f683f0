import type { Enquiry } from '@arcadia/contract/enquiries'
import type { Generated, GeneratedAlways } from 'kysely'

export interface EnquiriesTable {
  id: Generated<number>
  first_name: string
  last_name: string
  email: string
  phone: string
  country: string
  message: string | null
  status: Generated<Enquiry['status']>
  admin_notes: Generated<string | null>
  responded_at: Generated<Date | null>
  created_at: Date
  updated_at: Date
  /** What a search looks through, in small letters (migration 0130). */
  search_text: GeneratedAlways<string>
}
