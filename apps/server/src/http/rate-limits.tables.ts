export interface RateCountersTable {
  key: string
  window_starts_at: Date
  ends_at: Date
  count: number
}
