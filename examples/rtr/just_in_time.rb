# Annotations made just in time: `belongs_to` is hooked, and every call of it annotates the methods that it makes.
# In Rails, these annotations come built in; here, a few lines take their place.
require 'loupe'

module Associations
  def belongs_to(name) = attr_accessor(name)

  pre(:belongs_to) do |name|
    type name, "() -> #{name.to_s.camelize} or nil", :pure
    type "#{name}=", "(#{name.to_s.camelize} target) -> #{name.to_s.camelize} r { #{name} == target }"
  end
end

class Folder
end

class UserFile
  extend Associations
  belongs_to :folder

  type '(Folder target) -> %bool b { folder == target }'
  def move(target)
    self.folder = target # without `self.`, this would only set a local variable
    true
  end
end
