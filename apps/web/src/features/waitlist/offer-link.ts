import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

const LINK = /^#offer-(\d+)$/

/** Where the mail of an offer leads: the id is no secret, the offer shows to its customer alone. */
export const isOfferLink = (hash: string) => LINK.test(hash)

/** Calls back once with the entry of the link that led here, when it is known what the customer waits for. */
export function useOfferLink(isKnown: boolean, follow: (entryId: number) => void) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const start = useEffectEvent((entryId: number) => {
    void navigate({ hash: '' }, { replace: true })
    follow(entryId)
  })
  useEffect(() => {
    const entryId = LINK.exec(hash)?.[1]
    if (isKnown && entryId) start(Number(entryId))
  }, [hash, isKnown])
}
