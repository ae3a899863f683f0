import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Calls back once with the id that the link of an email has behind its `#`, when `isKnown` says that there is what to
 * show, and takes it out of the address. The id is no secret: what it names shows to its customer alone.
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
