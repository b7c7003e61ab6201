#include "widgets/document/lookup/find_text.h"

#include "project/structure/describe.h"
#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/lookup/element_title.h"
#include "widgets/document/model/drawing_view.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>

#include <utility>

namespace headroom::widgets {

using project::ElementKind;

namespace {

QString written(const project::Json& value)
{
    return text(value.is_string() ? value.get<std::string>() : value.dump());
}

/// Collects the words of an element outside its declared fields.
class Words : public project::PassOver
{
public:
    void text(const project::Member&, const std::string& word) { words.append(widgets::text(word)); }
    void names(const project::Member&, const std::vector<std::string>& names)
    {
        for (const std::string& name : names)
            words.append(widgets::text(name));
    }
    void value(const project::Member&, const project::Json& value)
    {
        if (!value.is_null())
            words.append(written(value));
    }

    QStringList words;
};

class Search : public project::PassOver
{
    Q_DECLARE_TR_FUNCTIONS(Search)

public:
    Search(const project::Project& project, const QString& sought)
        : project_(project), types_(project::blockTypesOf(project)), sought_(sought)
    {
    }

    QList<Hit> run()
    {
        describe(*this, project_);
        look({ElementKind::project, {}}, tr("Project"),
             {widgets::text(project_.name), widgets::text(project_.description)});
        return hits_.mid(0, mostHits);
    }

    void fields(const project::Json& values, const project::Fields& declared)
    {
        if (!hit_)
            lookAtFields(values, declared);
    }
    void blockFields(const project::Block& block)
    {
        const project::BlockType* type = types_.find(block.type);
        fields(block.fields, type ? type->fields : project::Fields());
    }
    void map(const project::Member&, ElementKind, const project::Json& values) { fields(values, {}); }
    void object(const project::Member& member, ElementKind kind, const project::Json& values,
                const project::Fields& declared)
    {
        const bool section = ids_.isEmpty();
        const QString name = section ? capitalised(member.key) : QString(member.key);
        const Saved outside(*this);
        if (!section)
            std::swap(hits_, later_);
        arrive({kind, ids_}, placeOf(name), section ? QStringList() : QStringList(name));
        fields(values, declared);
        if (!section)
            std::swap(hits_, later_);
    }

    template <typename Item>
    void list(const project::List& list, const std::vector<Item>& items)
    {
        for (const Item& item : items) {
            if (!list.kind || full())
                return;
            const Saved outside(*this);
            const bool named = place_.isEmpty() && *list.word;
            const QString title = elementTitle(item);
            ids_.append(widgets::text(nameOf(item)));
            arrive({*list.kind, ids_}, placeOf(named ? capitalised(list.word) + ' ' + title : title), wordsOf(item));
            describe(*this, item);
        }
    }
    void list(const project::List&, const std::vector<project::Behaviour>& behaviours)
    {
        for (const project::Behaviour& behaviour : behaviours) {
            const Saved outside(*this);
            ids_.append(widgets::text(behaviour.role.id));
            arrive({ElementKind::binding, ids_}, ids_.front(), wordsOf(behaviour.role));
            describe(*this, behaviour);
        }
    }
    void list(const project::List&, const std::vector<project::RoleParameter>& parameters)
    {
        for (const project::RoleParameter& parameter : parameters)
            look({ElementKind::binding, ids_}, place_,
                 {widgets::text(parameter.name) + ": " + written(parameter.value)});
    }
    void list(const project::List& list, const std::vector<project::StateItem>& items)
    {
        std::swap(hits_, later_);
        this->list<project::StateItem>(list, items);
        std::swap(hits_, later_);
    }
    void list(const project::List&, const std::vector<project::Diagram>& diagrams)
    {
        for (const project::Diagram& each : diagrams)
            diagram(each, widgets::text(project::diagramPath(ids_[0].toStdString(), ids_[1].toStdString(), each.id)));
    }
    void list(const project::List&, const std::vector<project::Block>& blocks)
    {
        for (const project::Block& block : blocks) {
            if (full())
                return;
            const Saved outside(*this);
            const project::BlockType* type = types_.find(block.type);
            const QString id = widgets::text(block.id);
            const QString title = widgets::text(!block.name.empty() ? block.name : type ? type->label : block.id);
            ids_ = {path_, id};
            arrive({ElementKind::block, ids_}, placeOf(title),
                   {title, id, widgets::text(type ? type->label : block.type)});
            describe(*this, block);
        }
    }
    void list(const project::List&, const std::vector<project::OperationShare>&) {} // they are words of their workload
    void list(const project::List&, const std::vector<project::Argument>&) {}
    void list(const project::List&, const std::vector<project::Wire>&) {}

    void part(const project::Member&, ElementKind, const project::Topology& topology)
    {
        const Saved outside(*this);
        place_ = tr("Topology");
        describe(*this, topology);
        notes(topologyPath);
    }
    /// Drawings come first; workers and state follow, as in the project tree.
    void definition(const project::Member&, const project::Behaviour& behaviour)
    {
        describe(*this, behaviour.role);
        hits_ += std::exchange(later_, {});
    }
    void inner(const project::Member&, const std::vector<project::Diagram>& diagrams)
    {
        for (const project::Diagram& each : diagrams)
            diagram(each, ids_[0] + '/' + ids_[1]);
    }

private:
    /// Restores the state of the visit after an element.
    class Saved
    {
    public:
        explicit Saved(Search& search)
            : search_(search), ids_(search.ids_), place_(search.place_), path_(search.path_), element_(search.element_),
              hit_(search.hit_)
        {
        }
        ~Saved()
        {
            search_.ids_ = ids_;
            search_.place_ = place_;
            search_.path_ = path_;
            search_.element_ = element_;
            search_.hit_ = hit_;
        }
        Saved(const Saved&) = delete;
        Saved& operator=(const Saved&) = delete;

    private:
        Search& search_;
        QStringList ids_;
        QString place_, path_;
        ElementRef element_;
        bool hit_;
    };

    bool full() const { return hits_.size() + later_.size() >= mostHits; }
    QString placeOf(const QString& name) const { return place_.isEmpty() ? name : place_ + " › " + name; }

    /// The members described next belong to this element. Its own words come before its fields, and only the first
    /// match counts.
    void arrive(const ElementRef& element, const QString& place, const QStringList& words)
    {
        element_ = element;
        place_ = place;
        hit_ = look(element, place, words);
    }

    /// Searches the words of an element. Returns true if the rest of it need not be searched.
    bool look(const ElementRef& element, const QString& place, const QStringList& words)
    {
        if (full())
            return true;
        for (const QString& word : words)
            if (word.contains(sought_, Qt::CaseInsensitive)) {
                hits_.append({element, place, word});
                return true;
            }
        return false;
    }

    void lookAtFields(const project::Json& values, const project::Fields& declared)
    {
        if (!values.is_object())
            return;
        for (const auto& [name, value] : values.items()) {
            const QString line = labelOf(declared, name) + ": " + written(value);
            if (line.contains(sought_, Qt::CaseInsensitive)) {
                hits_.append({element_, place_, line});
                hit_ = true;
                return;
            }
        }
    }

    static QString labelOf(const project::Fields& declared, const std::string& name)
    {
        const project::FieldDeclaration* field = project::findField(declared, name);
        return widgets::text(field && !field->label.empty() ? field->label : name);
    }

    template <typename Item>
    static QStringList wordsOf(const Item& item)
    {
        Words visitor;
        describe(visitor, item);
        return visitor.words;
    }
    static QStringList wordsOf(const project::Parameter& parameter)
    {
        return {widgets::text(parameter.name), written(parameter.value), widgets::text(parameter.description)};
    }
    static QStringList wordsOf(const project::Role& role)
    {
        QStringList words{widgets::text(role.id), widgets::text(role.description)};
        for (const std::string& volume : role.volumes)
            words.append(tr("volume %1").arg(widgets::text(volume)));
        return words;
    }
    static QStringList wordsOf(const project::Operation& operation)
    {
        return {widgets::text(operation.id), widgets::text(operation.description)};
    }
    static QStringList wordsOf(const project::NodeGroup& group)
    {
        QStringList words{elementTitle(group), widgets::text(group.id)};
        for (const std::string& carried : group.roles)
            words.append(tr("role %1").arg(widgets::text(carried)));
        return words;
    }
    static QStringList wordsOf(const project::VolumeBinding& volume)
    {
        QString devices = widgets::text(volume.devices);
        for (const std::string& more : volume.moreDevices)
            devices += ", " + widgets::text(more);
        return {tr("%1 on %2").arg(elementTitle(volume), devices)};
    }
    static QStringList wordsOf(const project::Switch& device)
    {
        return {elementTitle(device), widgets::text(device.id)};
    }
    static QStringList wordsOf(const project::Link& link) { return {elementTitle(link), widgets::text(link.id)}; }
    static QStringList wordsOf(const project::Workload& workload)
    {
        QStringList words{widgets::text(workload.id), tr("role %1").arg(widgets::text(workload.role))};
        for (const project::OperationShare& share : workload.operations)
            words.append(tr("operation %1").arg(widgets::text(share.operation)));
        return words;
    }

    void diagram(const project::Diagram& diagram, const QString& path)
    {
        const Saved outside(*this);
        path_ = path;
        describe(*this, diagram);
        notes(path);
    }

    void notes(const QString& path)
    {
        for (const Note& note : notesOf(project_, path))
            look({ElementKind::note, {path, note.id}}, tr("%1 › note").arg(place_), {note.text.simplified()});
    }

    const project::Project& project_;
    const project::BlockCatalogue& types_;
    QString sought_;
    QList<Hit> hits_, later_; ///< `later_` is appended at the end of the role
    QStringList ids_;         ///< ids of the visited element
    QString place_, path_;    ///< of the element, and of the diagram that contains it
    ElementRef element_;
    bool hit_ = false; ///< the element needs no further search
};

} // namespace

QList<Hit> findText(const project::Project& project, const QString& sought)
{
    return sought.trimmed().isEmpty() ? QList<Hit>() : Search(project, sought.trimmed()).run();
}

} // namespace headroom::widgets
