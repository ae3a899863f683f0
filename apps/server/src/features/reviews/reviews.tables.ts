import type { ReviewStatus } from '@arcadia/contract/reviews'
import type { Generated } from 'kysely'

export interface ReviewsTable {
  id: Generated<number>
  booking_id: number
  user_id: number
  stars: number
  review_text: string
  status: Generated<ReviewStatus>
  created_at: Date
  updated_at: Date
}
