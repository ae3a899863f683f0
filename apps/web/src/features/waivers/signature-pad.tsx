import { PAD } from '@arcadia/contract/waivers'
import { type PointerEvent, type Ref, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'

/** A drawn signature in the text color. */
export function SignaturePath({ path, className }: { path: string; className?: string }) {
  return (
    <svg viewBox={`0 0 ${PAD.width} ${PAD.height}`} className={className} aria-hidden>
      <path d={path} fill="none" stroke="currentColor" strokeWidth={4} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

interface SignaturePadProps {
  /** What is drawn so far. */
  path: string
  ref: Ref<HTMLDivElement>
  describedBy: string | undefined
  isInvalid: boolean
  onChange: (path: string) => void
}

/** A box to sign in with a finger, stylus or mouse. */
export function SignaturePad({ path, ref, describedBy, isInvalid, onChange }: SignaturePadProps) {
  /** A ref, because several points may arrive between two renders. */
  const drawn = useRef(path)
  const isDown = useRef(false)

  function draw(event: PointerEvent<HTMLDivElement>, command: 'M' | 'L') {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const at = (share: number, size: number) => Math.round(Math.min(Math.max(share, 0), 1) * size)
    const point = `${at((event.clientX - left) / width, PAD.width)} ${at((event.clientY - top) / height, PAD.height)}`
    if (drawn.current.endsWith(point) || drawn.current.length > PAD.longest - 20) return
    // A stroke starts as one point, and shows only with a second.
    drawn.current = `${drawn.current.replace(/M[\d ]+$/, (start) => (command === 'M' ? '' : start))}${command}${point}`
    onChange(drawn.current.replace(/M[\d ]+$/, ''))
  }

  if (!isDown.current) drawn.current = path
  return (
    <div
      ref={ref}
      role="img"
      tabIndex={-1}
      aria-label={path ? 'Your signature' : 'Nothing drawn yet'}
      aria-describedby={describedBy}
      className={classNames(
        'relative aspect-[3/1] w-full cursor-crosshair touch-none rounded-2 border bg-card text-ink select-none',
        isInvalid ? 'border-danger' : 'border-line-2',
      )}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        isDown.current = true
        draw(event, 'M')
      }}
      onPointerMove={(event) => isDown.current && draw(event, 'L')}
      onPointerUp={() => (isDown.current = false)}
      onPointerCancel={() => (isDown.current = false)}
    >
      <span aria-hidden className="absolute inset-x-6 bottom-[22%] border-line-2 border-b" />
      <SignaturePath path={path} className="pointer-events-none absolute inset-0 size-full" />
    </div>
  )
}
