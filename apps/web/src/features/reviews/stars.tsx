import { Star } from 'lucide-react'

export const ALL_STARS = [1, 2, 3, 4, 5] as const

/** `4 stars` */
export const starsInWords = (count: number) => `${count} ${count === 1 ? 'star' : 'stars'}`

/** A rating as a row of stars, and in words for who does not see them. */
export function Stars({ count }: { count: number }) {
  return (
    <p className="stars">
      {ALL_STARS.map((star) => (
        <Star key={star} className={star <= count ? 'star star--full' : 'star'} aria-hidden />
      ))}
      <span className="sr">{starsInWords(count)} of 5</span>
    </p>
  )
}
