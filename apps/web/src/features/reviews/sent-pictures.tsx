import { UnseenPicture } from '../pictures/unseen-picture.tsx'

/** The photos of a review, for whoever decides about it. */
export const SentPictures = ({ pictures, className }: { pictures: readonly string[]; className: string }) =>
  pictures.length > 0 && (
    <ul className="mb-2 flex flex-wrap gap-2">
      {pictures.map((id, index) => (
        <li key={id}>
          <UnseenPicture id={id} alt={`Photo ${index + 1} of ${pictures.length}`} className={className} />
        </li>
      ))}
    </ul>
  )
