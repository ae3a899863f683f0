import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Calls back once with the id in an emailed link's hash, as soon as `isKnown`, and removes it from the address. The id
 * isn't secret: only the customer it belongs to can see anything.
 */
export function useLinkInHash(link: RegExp, isKnown: boolean, follow: (id: number) => void) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const start = useEffectEvent((id: number) => {
    void navigate({ hash: '' }, { replace: true })
    follow(id)
  })
  useEffect(() => {
    const id = link.exec(hash)?.[1]
    if (isKnown && id) start(Number(id))
  }, [link, hash, isKnown])
}
