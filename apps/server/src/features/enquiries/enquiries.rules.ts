import { DAY_MS, HOUR_MS } from '../../clock.ts'
import { limitFor } from '../../http/limits.rules.ts'

export const enquiriesFrom = limitFor('enquiry', 20, HOUR_MS)
export const acknowledgementsTo = limitFor('enquiry-acknowledged', 5, DAY_MS)
