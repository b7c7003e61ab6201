// Shows the example projects of the installation as cards.
#pragma once

#include "app/document/document_files.h"
#include "app/welcome/shelves.h"

#include <QWidget>

class QGridLayout;
class QLabel;

namespace headroom::app {

class CardButton;

/// Reads the projects in a thread and paints one picture at a time, so that the window appears immediately. Both pause
/// while the gallery is not seen.
class TemplateGallery : public QWidget
{
    Q_OBJECT
public:
    explicit TemplateGallery(DocumentFiles::Library library, QWidget* parent = nullptr);

signals:
    void chosen(const QString& path);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Place
    {
        qsizetype shelf = 0;
        ShelvedProject project;
    };
    struct Template
    {
        qsizetype shelf = 0;
        CardButton* card = nullptr;
        project::Project project;
        widgets::PlacesByPath positions; ///< of library roles
        bool painted = false;
    };

    void readNext();
    void add(const Place& place, Template added);
    void placeCards();
    void paintNext();
    void repaintAll();

    DocumentFiles::Library library_;
    QVector<QLabel*> headings_; ///< of the shelves
    QVector<Place> unread_;     ///< in the order of the cards
    bool reading_ = false;      ///< the thread is at the first of them
    QGridLayout* grid_;
    std::vector<Template> templates_;
    int columns_ = 0;
};

} // namespace headroom::app
