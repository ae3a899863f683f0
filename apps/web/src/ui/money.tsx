import { type Cents, formatCents } from '@arcadia/contract/money'

/** An amount with two decimals. */
export const Money = ({ cents }: { cents: Cents }) => <span className="num">{formatCents(cents)}</span>
