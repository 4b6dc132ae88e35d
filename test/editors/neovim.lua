-- Neovim over plain LSP: diagnostics, hover, code action, code lens. Written for 0.7, which has no vim.lsp.start.
local server, file = os.getenv('LOUPE_SERVER'), os.getenv('LOUPE_FILE')

local function say(...)
  io.stdout:write(table.concat(vim.tbl_map(tostring, { ... }), ' ') .. '\n')
end

local function wait(milliseconds, what, question)
  assert(vim.wait(milliseconds, question, 50), 'timeout: ' .. what)
end

local function find(buffer, code)
  for _, each in ipairs(vim.diagnostic.get(buffer)) do
    local found = each.code or (each.user_data and each.user_data.lsp and each.user_data.lsp.code)
    if found == code and not each.message:find('has not been run yet', 1, true) then return each end
  end
end

local ok, message = xpcall(function()
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  vim.bo.filetype = 'ruby'
  local buffer = vim.api.nvim_get_current_buf()
  local root = vim.fn.fnamemodify(file, ':p:h')
  local id = assert(vim.lsp.start_client({
    name = 'loupe',
    cmd = { 'node', server, 'lsp', '--stdio' },
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = 'project' } },
  }))
  vim.lsp.buf_attach_client(buffer, id)
  local client = vim.lsp.get_client_by_id(id)
  wait(30000, 'initialize', function() return client.initialized end)
  wait(120000, 'the counterexample', function() return find(buffer, 'LP4001') end)
  local unsafe = find(buffer, 'LP4001')
  say('DIAGNOSTIC', unsafe.lnum, unsafe.col, unsafe.source, unsafe.message)
  local position = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = unsafe.lnum, character = unsafe.col } }
  local hover = client.request_sync('textDocument/hover', position, 10000, buffer)
  say('HOVER', hover.result.contents.value)
  vim.lsp.codelens.refresh()
  wait(20000, 'a lens', function() return #vim.lsp.codelens.get(buffer) > 0 end)
  say('LENS', vim.lsp.codelens.get(buffer)[1].command.title)
  -- The menu would wait for a key for ever: choose by its words instead.
  vim.ui.select = function(items, options, choose)
    for index, item in ipairs(items) do
      local title = options.format_item(item)
      say('ACTION', title)
      if title:match('^Declare') then return choose(item, index) end
    end
  end
  local missing = find(buffer, 'LP3006')
  vim.api.nvim_win_set_cursor(0, { missing.lnum + 1, missing.col })
  vim.lsp.buf.code_action()
  wait(30000, 'the missing var_type to go', function() return not find(buffer, 'LP3006') end)
  say('TEXT', table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '|'))
  client.stop()
  wait(20000, 'the server to end', function() return vim.lsp.get_client_by_id(id) == nil end)
  say('PASS')
end, debug.traceback)

if not ok then say('FAIL', message) end
vim.cmd(ok and 'qa!' or 'cq!')
