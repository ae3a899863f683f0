import { ALL_STARS, formatStars } from '@arcadia/contract/reviews'
import { Star } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'

/** A single star. */
export function StarMark({ isFull, className }: { isFull: boolean; className: string }) {
  const look = isFull ? 'fill-amber-400 text-(color:--amber-700)' : 'text-line-2'
  return <Star className={classNames('stroke-[1.75]', look, className)} aria-hidden />
}

/** A rating as stars, with text for screen readers. */
export function Stars({ count }: { count: number }) {
  return (
    <p className="flex">
      {ALL_STARS.map((star) => (
        <StarMark key={star} isFull={star <= count} className="size-5" />
      ))}
      <span className="sr">{formatStars(count)} of 5</span>
    </p>
  )
}
