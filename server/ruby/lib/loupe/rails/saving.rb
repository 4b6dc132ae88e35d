# frozen_string_literal: true

module Loupe
  module Rails
    # Saves and loads records: validations and callbacks in Rails' order, rows in memory.
    module Saving
      def valid?(*)
        loupe_known!
        errors.clear
        return false unless self.class.run_callbacks(:before_validation, self)

        self.class.validations.each { |validation| validation.(self) }
        self.class.check_lists(self)
        self.class.run_callbacks(:after_validation, self)
        errors.empty?
      end
      alias validate valid?

      def invalid?(*) = !valid?

      def validate!(*) = valid? || raise(ActiveRecord::RecordInvalid, self)

      def save(validate: true, **)
        loupe_known!
        return false if validate && !valid?

        write
      end

      def save!(validate: true, **)
        validate! if validate
        write || raise(ActiveRecord::RecordNotSaved, 'Failed to save the record')
      end

      def update(attributes) = (assign_attributes(attributes) || true) && save
      def update!(attributes) = (assign_attributes(attributes) || true) && save!
      def update_attribute(name, value) = (public_send(:"#{name}=", value) || true) && save(validate: false)

      def update_columns(attributes)
        attributes.each { |name, value| write_attribute(name, value) }
        remember
        true
      end

      def update_column(name, value) = update_columns(name => value)
      def increment!(...) = increment(...).tap { |record| record.save(validate: false) }
      def decrement!(...) = decrement(...).tap { |record| record.save(validate: false) }
      def toggle!(name) = toggle(name) && save(validate: false)
      def touch(*) = raise(Beyond, 'touch')
      def lock!(*) = self

      def with_lock
        yield
      end

      def destroy
        loupe_known!
        return false unless self.class.run_callbacks(:before_destroy, self)
        raise Beyond, 'dependent: of an association' if self.class.dependents?

        delete
        self.class.run_callbacks(:after_destroy, self)
        self
      end

      def destroy! = destroy || raise(ActiveRecord::RecordNotDestroyed)

      def delete
        self.class.rows.delete_if { |row| row['id'] == id }
        loupe_state.persisted = false
        loupe_state.destroyed = true
        self
      end

      def reload(*)
        row = self.class.rows.find { |each| each['id'] == id } || raise(ActiveRecord::RecordNotFound)
        row.each { |name, value| instance_variable_set(:"@#{name}", value.dup) }
        self.class.forget_targets(self)
        self
      end

      def transaction(&) = self.class.transaction(&)

      private

      def loupe_known!
        unknown = self.class.unknown_macros.first
        raise Beyond, unknown if unknown
      end

      def write
        kind = persisted? ? 'update' : 'create'
        return false unless self.class.run_callbacks(:before_save, self)
        return false unless self.class.run_callbacks(:"before_#{kind}", self)

        self.class.save_targets(self)
        stamp(kind)
        remember
        self.class.save_lists(self)
        self.class.run_callbacks(:"after_#{kind}", self)
        self.class.run_callbacks(:after_save, self)
        self.class.run_callbacks(:after_commit, self)
        true
      end

      def stamp(kind)
        @id ||= self.class.next_id
        now = Time.now
        @created_at ||= now if self.class.columns.key?('created_at') && kind == 'create'
        @updated_at = now if self.class.columns.key?('updated_at')
        loupe_state.persisted = true
      end

      def remember
        row = attributes.merge('id' => id).transform_values(&:dup)
        rows = self.class.rows
        at = rows.index { |each| each['id'] == id }
        at ? rows[at] = row : rows << row
        loupe_state.saved = row
      end
    end
  end
end
