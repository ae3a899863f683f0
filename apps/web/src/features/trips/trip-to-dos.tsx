import { unbroken } from '@arcadia/contract/site/unbroken'
import type { Trip } from '@arcadia/contract/trips'
import { CircleCheck } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useLedTo } from '../../ui/use-led-to.ts'
import { paymentAsked, type ToDo } from '../bookings/trip-to-do.ts'
import { ShareLink } from '../waivers/share-link.tsx'
import { SignDialog } from '../waivers/sign-dialog.tsx'
import './to-dos.css'
import type { TripViewProps } from './trip-view.tsx'

interface TripToDosProps extends Pick<TripViewProps, 'actOn'> {
  trip: Trip
  toDos: readonly ToDo[]
  /** Something else is the page's amber button. */
  isBelow?: boolean
}

/** Each thing with the button that does it; done ones are ticked. The first one is the page's amber button. */
export function TripToDos({ trip, toDos, actOn, isBelow = false }: TripToDosProps) {
  const [isSigning, setSigning] = useLedTo('isSigning')
  const main = paymentAsked(toDos) ?? toDos.find(({ isDone, isForOthers }) => !isDone && !isForOthers)
  return (
    <>
      <ul className="to-dos" aria-label="To do">
        {toDos.map((toDo) => (
          <li key={toDo.what}>
            {toDo.isDone ? <CircleCheck className="to-dos__ok" aria-hidden /> : <span className="to-dos__ring" />}
            <div>
              <b className="num">
                {toDo.isDone && <span className="sr">Done: </span>}
                {unbroken(toDo.title)}
              </b>
              {toDo.note && <small className="num">{unbroken(toDo.note)}</small>}
            </div>
            {toDo.what === 'waiver' && toDo.isDone && toDo.act && (
              <Button variant="text" onClick={() => setSigning(true)}>
                {toDo.act}
              </Button>
            )}
            {toDo.isForOthers && (
              <div className="to-dos__pass">
                <ShareLink
                  url={trip.groupUrl}
                  title="Sign the waiver for our fishing trip"
                  share="Send the link"
                  copy="Copy the link"
                />
                <Button variant="text" onClick={() => setSigning(true)}>
                  {toDo.act}
                </Button>
              </div>
            )}
            {!toDo.isDone &&
              !toDo.isForOthers &&
              (toDo.what === 'waiver' ? (
                <Button variant={toDo === main && !isBelow ? 'cta' : 'line'} onClick={() => setSigning(true)}>
                  {toDo.act}
                </Button>
              ) : (
                actOn(toDo, toDo === main ? 'cta' : 'line')
              ))}
          </li>
        ))}
      </ul>
      {isSigning && trip.waiver && <SignDialog url={trip.groupUrl} onClose={() => setSigning(false)} />}
    </>
  )
}
