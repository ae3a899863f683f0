import { getBusinessFacts } from '@arcadia/contract/business'
import { queryOf } from '../../api/query-of.ts'

export const businessFactsQuery = queryOf(getBusinessFacts, {})
