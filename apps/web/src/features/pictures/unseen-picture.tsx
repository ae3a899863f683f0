import { getUnseenPicture } from '@arcadia/contract/pictures'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** A picture for staff, published or not: an image element can't sign in, so it is fetched. */
export function UnseenPicture({ id, alt, className }: { id: string; alt: string; className: string }) {
  const { data, error } = useQuery({
    ...queryOf(getUnseenPicture, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    select: dataUrlOf,
  })
  if (data) return <img src={data} alt={alt} className={className} />
  return error ? <p className="muted small">This photo didn't load.</p> : <Skeleton className={className} />
}

const dataUrlOf = (jpeg: Uint8Array) =>
  `data:image/jpeg;base64,${btoa(Array.from(jpeg, (byte) => String.fromCharCode(byte)).join(''))}`
