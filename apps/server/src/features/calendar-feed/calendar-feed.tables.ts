export interface CalendarFeedsTable {
  user_id: number
  token_hash: Buffer
  created_at: Date
  expires_at: Date
}
