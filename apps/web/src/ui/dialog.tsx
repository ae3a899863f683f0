import { Dialog as RadixDialog } from 'radix-ui'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { CloseButton } from './icon-button.tsx'
import { Toaster } from './toast.tsx'
import { useBackCloses } from './use-back-closes.ts'

interface ModalProps {
  title: ReactNode
  onClose: () => void
  /** A click beside it closes it, unless that would lose what was typed or held. */
  closesOutside?: boolean
  className?: string
  children: ReactNode
}

interface DialogProps extends Omit<ModalProps, 'className'> {
  /** In rem: 27 sign-in, sign-up and account, 30 wizards, 34 enquiry, 44 admin details. */
  width?: 27 | 30 | 34 | 44
  /** At least 42 rem high, so that a wizard's steps do not jump. */
  isTall?: boolean
  /** The browser's Back inside it: true when there was a step to go back to; otherwise the dialog closes. */
  onBack?: () => boolean
}

/**
 * A modal dialog, shown as long as it is mounted; full screen under 720 px. Inside go a StepRail, a DialogBody and a
 * DialogFoot, the last two in a `form` with class `dlg__form` where there is one. Focus goes to the first
 * `[data-autofocus]`, else to the title, and back to what opened it.
 */
export function Dialog({ width = 27, isTall = false, onBack, ...modal }: DialogProps) {
  useBackCloses(modal.onClose, onBack)
  return <Modal {...modal} className={classNames(`dlg--${width}`, isTall && 'dlg--tall')} />
}

/** What a dialog and a side panel share: the veil, the focus and the head. Closing it by Back is up to them. */
export function Modal({ title, onClose, closesOutside = true, className, children }: ModalProps) {
  const content = useRef<HTMLDivElement>(null)
  const [openers] = useState(() => {
    measureScrollbar()
    return openersOfNewDialog()
  })
  const isPressedBeside = useRef(false)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const closeThis = () => close()
    openModals.push(closeThis)
    return () => void openModals.splice(openModals.indexOf(closeThis), 1)
  }, [])
  return (
    <RadixDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <RadixDialog.Portal>
        {/* Not RadixDialog.Overlay: it locks scrolling with a style element, which the Content-Security-Policy refuses. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: by key there are Escape and Close */}
        <div
          className="dlg-veil"
          onPointerDown={({ target, currentTarget }) => {
            // Not what is marked with a pointer that is let go outside: the click is the veil's then.
            isPressedBeside.current = target === currentTarget
          }}
          onClick={({ target, currentTarget }) => {
            if (closesOutside && isPressedBeside.current && target === currentTarget) onClose()
          }}
        >
          <RadixDialog.Content
            ref={(element) => {
              content.current = element
              if (element) openersOf.set(element, openers)
            }}
            className={classNames('dlg', className)}
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              const inside = (selector: string) => content.current?.querySelector<HTMLElement>(selector)
              ;(inside('[data-autofocus]') ?? inside('.dlg__h h2'))?.focus()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              openers.find((opener) => opener.isConnected)?.focus()
            }}
            onEscapeKeyDown={(event) => {
              // The one below learns a moment late that it is not on top any more, and would close them both.
              if (event.defaultPrevented) return
              event.preventDefault()
              openModals.at(-1)?.()
            }}
            // It starts to listen a moment after the dialog can be seen, and forgets a press that comes before.
            onPointerDownOutside={(event) => event.preventDefault()}
          >
            <div className="dlg__h">
              <RadixDialog.Title tabIndex={-1}>{title}</RadixDialog.Title>
              <RadixDialog.Close asChild>
                <CloseButton />
              </RadixDialog.Close>
            </div>
            {children}
            <Toaster />
          </RadixDialog.Content>
        </div>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/** How each that is open is closed, the one on top last. */
const openModals: (() => void)[] = []

/** What had the focus when a dialog opened, followed by the openers of the dialog that was in. */
const openersOf = new WeakMap<Element, HTMLElement[]>()

function openersOfNewDialog(): HTMLElement[] {
  const opener = document.activeElement
  if (!(opener instanceof HTMLElement)) return []
  // A dialog that takes another's place gives the focus back to what opened the first one.
  const around = opener.closest('[role=dialog]')
  return [opener, ...((around && openersOf.get(around)) ?? [])]
}

/** While a dialog is open the page does not scroll; keeping the bar's place keeps it from jumping. */
function measureScrollbar() {
  const width = window.innerWidth - document.documentElement.clientWidth
  // Zero over another dialog, whose measure still holds.
  if (width > 0) document.documentElement.style.setProperty('--scrollbar-width', `${width}px`)
}

export function DialogBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames('dlg__b', className)} />
}

/** Fixed at the foot; two children stand left and right, `isStacked` gives one child the full width. */
export function DialogFoot({ isStacked = false, className, ...rest }: ComponentProps<'div'> & { isStacked?: boolean }) {
  return <div {...rest} className={classNames('dlg__f', isStacked && 'dlg__f--stacked', className)} />
}

/** What is to be read, above the one way on. */
export function DialogEnd({ way, children }: { way: ReactNode; children: ReactNode }) {
  return (
    <>
      <DialogBody className="grid content-start gap-4">{children}</DialogBody>
      <DialogFoot isStacked>{way}</DialogFoot>
    </>
  )
}

/**
 * One of several views of a dialog; give each its own `key`. A view that takes another's place takes the focus too, to
 * its first `[data-autofocus]`, else to the dialog's title. The first one leaves that to the dialog.
 */
export function DialogView({ children }: { children: ReactNode }) {
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = view.current?.closest('[role=dialog]')
    // What had the focus went with the view before; a dialog that only opens has it already, or takes it right after.
    if (!dialog || document.activeElement !== document.body) return
    const target = view.current?.querySelector('[data-autofocus]') ?? dialog.querySelector('h2')
    if (target instanceof HTMLElement) target.focus()
  }, [])
  return (
    <div ref={view} className="contents">
      {children}
    </div>
  )
}
