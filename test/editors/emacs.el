;;; The README's snippet in Emacs (eglot), in batch mode: diagnostics, hover, code action.  -*- lexical-binding: t -*-
(require 'package)
(package-initialize)
(load (getenv "LOUPE_SNIPPET"))
(require 'eglot)
(require 'flymake)
(require 'cl-lib)

(defun say (word &rest parts)
  (princ (concat word " " (mapconcat (lambda (part) (format "%s" part)) parts " ") "\n")))

(defun wait (seconds what question)
  (let ((end (+ (float-time) seconds)) answer)
    (while (not (setq answer (funcall question)))
      (when (> (float-time) end) (error "timeout: %s" what))
      (accept-process-output nil 0.1))
    answer))

(defun diagnostic-with (code)
  (cl-find-if (lambda (each) (string-match-p code (flymake-diagnostic-text each))) (flymake-diagnostics)))

(condition-case failure
    (progn
      (setq eglot-connect-timeout 120 eglot-sync-connect 120)
      (find-file (getenv "LOUPE_FILE"))
      (ruby-mode)
      ;; What M-x eglot does, with the answers that it would choose by itself.
      (apply #'eglot (eglot--guess-contact))
      (unless (eglot-current-server) (error "eglot found no server"))
      ;; Flymake shows on a timer, which batch mode does not run.
      (let ((unsafe (wait 120 "the counterexample" (lambda () (flymake-start) (diagnostic-with "breaks `r < 60`")))))
        (say "DIAGNOSTIC" (line-number-at-pos (flymake-diagnostic-beg unsafe)) (flymake-diagnostic-type unsafe)
             (flymake-diagnostic-text unsafe))
        (goto-char (flymake-diagnostic-beg unsafe))
        (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams) :timeout 60)))
          (say "HOVER" (eglot--hover-info (plist-get hover :contents) (plist-get hover :range)))))
      (let ((missing (wait 60 "the missing var_type" (lambda () (flymake-start) (diagnostic-with "@ticks")))))
        (goto-char (flymake-diagnostic-beg missing))
        ;; The menu would wait for a key for ever: choose by its words instead.
        (cl-letf (((symbol-function 'completing-read)
                   (lambda (_prompt titles &rest _)
                     (let ((all (all-completions "" titles)))
                       (dolist (each all) (say "ACTION" each))
                       (cl-find-if (lambda (each) (string-prefix-p "Declare" each)) all)))))
          (let ((last-nonmenu-event t)) ; from the keyboard
            (call-interactively #'eglot-code-actions))))
      (say "TEXT" (buffer-substring-no-properties (point-min) (point-max)))
      (set-buffer-modified-p nil)
      (eglot-shutdown (eglot-current-server))
      (say "PASS"))
  (error (say "FAIL" (error-message-string failure)) (kill-emacs 1)))
