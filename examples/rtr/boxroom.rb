# A file manager's model, after the RTR paper's section 3.2, with what belongs_to makes written out.
require 'loupe'

class Folder
end

class Record
  extend RDL::Annotate

  type :save!, '() -> %bool', modifies: {}
end

class UserFile < Record
  extend RDL::Annotate

  type :folder, '() -> Folder', :pure
  type :folder=, '(Folder f) -> Folder g { folder == f }'

  type '(Folder target) -> %bool b { folder == target }'
  def move(target)
    self.folder = target
    save!
  end
end
