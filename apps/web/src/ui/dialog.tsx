import { Dialog as RadixDialog } from 'radix-ui'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { CloseButton } from './icon-button.tsx'
import { Toaster } from './toast.tsx'
import { useBackCloses } from './use-back-closes.ts'

interface ModalProps {
  title: ReactNode
  onClose: () => void
  /** Whether a click outside closes it; off where that would lose something typed or held. */
  closesOutside?: boolean
  className?: string
  children: ReactNode
}

interface DialogProps extends Omit<ModalProps, 'className'> {
  /** In rem: 27 sign-in, sign-up and account, 30 wizards, 34 enquiry, 44 admin details. */
  width?: 27 | 30 | 34 | 44
  /** At least 54 rem high, so a wizard's steps don't jump. */
  isTall?: boolean
  /** On a phone at the bottom of the screen, as high as what it says. */
  isSheet?: boolean
  /** Handles the browser's Back: returns true if it went back a step; otherwise the dialog closes. */
  onBack?: () => boolean
}

/**
 * A modal dialog, shown while mounted; full screen under 720 px. Contains a StepRail, a DialogBody and a DialogFoot,
 * the last two inside a `form.dlg__form` if there is one. Focus goes to the first `[data-autofocus]`, else the title,
 * and back to the opener on close.
 */
export function Dialog({ width = 27, isTall = false, isSheet = false, onBack, ...modal }: DialogProps) {
  useBackCloses(modal.onClose, onBack)
  return <Modal {...modal} className={classNames(`dlg--${width}`, isTall && 'dlg--tall', isSheet && 'dlg--sheet')} />
}

/** The veil, focus and head shared by dialogs and side panels. They handle Back themselves. */
export function Modal({ title, onClose, closesOutside = true, className, children }: ModalProps) {
  const content = useRef<HTMLDivElement>(null)
  const [openers] = useState(() => {
    measureScrollbar()
    return openersOfNewDialog()
  })
  const [place] = useState(() => openers[0]?.closest('li, section'))
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
        {/* Not RadixDialog.Overlay: its scroll lock adds a style element, which the Content-Security-Policy blocks. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the keyboard has Escape and Close */}
        <div
          className="dlg-veil"
          onPointerDown={({ target, currentTarget }) => {
            // A selection that starts inside and ends outside must not close the dialog.
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
              if (content.current) focusFirst(content.current)
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              const [opener, ...around] = openers
              if (opener?.isConnected) return opener.focus()
              // Whoever closed it may have led on already.
              if (document.activeElement !== document.body) return
              // Its words may have changed with what the dialog did: then another stands in its place.
              const next = place?.isConnected && place.querySelector<HTMLElement>('a[href], button:enabled')
              const back = next || around.find(({ isConnected }) => isConnected)
              back?.focus()
            }}
            onEscapeKeyDown={(event) => {
              // The dialog below learns late that it isn't on top anymore, and would close both.
              if (event.defaultPrevented) return
              event.preventDefault()
              openModals.at(-1)?.()
            }}
            // Radix starts listening late and would miss an early press, so handle presses on the veil instead.
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

/** Without scrolling to it: what is read first stays in view, however large the text. */
function focusFirst(dialog: Element, view: Element | null = dialog) {
  const first = view?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('.dlg__h h2')
  first?.focus({ preventScroll: true })
}

/** Close functions of the open modals, the top one last. */
const openModals: (() => void)[] = []

/** What had the focus when a dialog opened, then the openers of the dialog around it. */
const openersOf = new WeakMap<Element, HTMLElement[]>()

function openersOfNewDialog(): HTMLElement[] {
  const opener = document.activeElement
  if (!(opener instanceof HTMLElement)) return []
  // A replaced dialog returns the focus to the first one's opener.
  const around = opener.closest('[role=dialog]')
  return [opener, ...((around && openersOf.get(around)) ?? [])]
}

/** Locks page scrolling while a dialog is open; keeps the scrollbar's space so nothing jumps. */
function measureScrollbar() {
  const width = window.innerWidth - document.documentElement.clientWidth
  // Zero over another dialog, whose measurement still holds.
  if (width > 0) document.documentElement.style.setProperty('--scrollbar-width', `${width}px`)
}

export function DialogBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames('dlg__b', className)} />
}

/** Fixed at the bottom where there is height for it; two children sit left and right, `isStacked` gives them the full width, in lines of their own if they don't fit. */
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
 * One of several views of a dialog; give each its own `key`. A view that replaces another takes the focus, to its first
 * `[data-autofocus]`, else the dialog's title. The first view leaves that to the dialog.
 */
export function DialogView({ children }: { children: ReactNode }) {
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = view.current?.closest('[role=dialog]')
    if (dialog) dialog.scrollTop = 0
    // The focused element left with the previous view; a newly opened dialog handles the focus itself.
    if (!dialog || document.activeElement !== document.body) return
    focusFirst(dialog, view.current)
  }, [])
  return (
    <div ref={view} className="contents">
      {children}
    </div>
  )
}
